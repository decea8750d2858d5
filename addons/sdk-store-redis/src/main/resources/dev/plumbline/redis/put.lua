-- Stores an answer and adds it to its indexes. The answer is last, so that no answer is outside of an index.
-- KEYS: answer, indexes. ARGV: value, time to live in milliseconds (-1: none), name in the indexes
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local ttl = tonumber(ARGV[2])
local ends = '+inf'
if ttl >= 0 then ends = string.format('%.0f', now + ttl) end
for i = 2, #KEYS do
  local ended = redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', string.format('%.0f', now), 'LIMIT', 0, 4)
  if #ended > 0 then redis.call('ZREM', KEYS[i], unpack(ended)) end
  redis.call('ZADD', KEYS[i], ends, ARGV[3])
end
if ttl < 0 then
  redis.call('SET', KEYS[1], ARGV[1])
else
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
end
return 1
