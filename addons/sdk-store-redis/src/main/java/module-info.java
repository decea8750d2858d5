/** Answers and budgets that several machines share, on a server of Redis or Valkey. */
module dev.plumbline.redis {
    requires static org.jspecify;
    requires transitive dev.plumbline.api;
    requires redis.clients.jedis;

    exports dev.plumbline.redis;
}
