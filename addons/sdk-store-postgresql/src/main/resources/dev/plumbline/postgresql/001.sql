-- Conversations. "until" and "token" are the lease of the writer; the time is the server's. Only the columns that never
-- change after the first record have an index, so that an append updates no index of this table.
CREATE SEQUENCE plumbline.lease_token;

CREATE TABLE plumbline.conversation (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  namespace text,
  position bigint NOT NULL DEFAULT 0,
  cuts integer NOT NULL DEFAULT 0,
  last_second bigint NOT NULL DEFAULT 0,
  last_nano integer NOT NULL DEFAULT 0,
  is_open boolean NOT NULL DEFAULT false,
  token bigint NOT NULL,
  batch bigint NOT NULL DEFAULT 0,
  opening bigint NOT NULL,
  holder_process bigint NOT NULL,
  holder_address inet,
  until timestamptz NOT NULL,
  created timestamptz NOT NULL DEFAULT clock_timestamp(),
  archived timestamptz
) WITH (fillfactor = 70);
CREATE INDEX conversation_namespace ON plumbline.conversation (namespace);
CREATE INDEX conversation_archived ON plumbline.conversation (archived) WHERE archived IS NOT NULL;

CREATE TABLE plumbline.record (
  conversation bigint NOT NULL,
  position bigint NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (conversation, position)
);

-- Records that a program could not interpret; never overwritten.
CREATE TABLE plumbline.set_aside (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  conversation bigint NOT NULL,
  position bigint NOT NULL,
  body bytea NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX set_aside_conversation ON plumbline.set_aside (conversation);

-- Answers of models. The whole key is compared, not its hash.
CREATE TABLE plumbline.response (
  hash bytea PRIMARY KEY,
  namespace text NOT NULL,
  key bytea NOT NULL,
  model text NOT NULL,
  tags text[] NOT NULL,
  expires timestamptz,
  entry bytea NOT NULL
);
CREATE INDEX response_namespace ON plumbline.response (namespace);
CREATE INDEX response_model ON plumbline.response (model);
CREATE INDEX response_tags ON plumbline.response USING gin (tags);
CREATE INDEX response_expires ON plumbline.response (expires) WHERE expires IS NOT NULL;

-- Budgets: when a budget will be full again, in nanoseconds of the server's time, or how many units are out.
CREATE TABLE plumbline.budget (
  key text COLLATE "C" PRIMARY KEY,
  level numeric NOT NULL,
  used timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor = 70);

CREATE FUNCTION plumbline.take(
  name text, timed boolean, taken numeric, returned numeric, full_at numeric, longest numeric,
  OUT granted boolean, OUT delay numeric, OUT out_after numeric)
LANGUAGE plpgsql AS $$
DECLARE
  before numeric;
  start numeric := 0;
  back numeric;
BEGIN
  INSERT INTO plumbline.budget (key, level) VALUES (name, 0) ON CONFLICT DO NOTHING;
  SELECT level INTO before FROM plumbline.budget WHERE key = name FOR UPDATE;
  IF timed THEN
    start := trunc(extract(epoch FROM clock_timestamp()) * 1000000) * 1000;
  END IF;
  back := greatest(start, greatest(start, before) - returned);
  delay := greatest(0, back + taken - start - full_at);
  granted := CASE WHEN timed THEN delay <= longest ELSE delay = 0 END;
  IF granted THEN
    back := back + taken;
  END IF;
  UPDATE plumbline.budget SET level = back, used = clock_timestamp() WHERE key = name;
  out_after := back - start;
END $$;

-- Who may see which namespace. A role that owns the tables, or is exempt from row-level security, sees all of them.
CREATE TABLE plumbline.namespace_access (
  role name NOT NULL,
  namespace text NOT NULL,
  PRIMARY KEY (role, namespace)
);

CREATE FUNCTION plumbline.may_use(wanted text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT EXISTS (
    SELECT FROM plumbline.namespace_access a
    WHERE a.namespace = wanted AND pg_has_role(session_user, a.role, 'MEMBER'))
$$;

CREATE FUNCTION plumbline.grant_namespace(member name, granted text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA plumbline TO %I', member);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.conversation, plumbline.record,'
    || ' plumbline.set_aside, plumbline.response, plumbline.budget'
    || ' TO %I', member);
  EXECUTE format('GRANT SELECT ON plumbline.schema_script TO %I', member);
  EXECUTE format('GRANT USAGE ON SEQUENCE plumbline.lease_token TO %I', member);
  INSERT INTO plumbline.namespace_access VALUES (member, granted) ON CONFLICT DO NOTHING;
END $$;
REVOKE EXECUTE ON FUNCTION plumbline.grant_namespace FROM PUBLIC;

ALTER TABLE plumbline.conversation ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_namespace ON plumbline.conversation
  USING (namespace IS NULL OR plumbline.may_use(namespace));
ALTER TABLE plumbline.record ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_conversation ON plumbline.record
  USING (EXISTS (SELECT FROM plumbline.conversation c WHERE c.key = record.conversation));
ALTER TABLE plumbline.set_aside ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_conversation ON plumbline.set_aside
  USING (EXISTS (SELECT FROM plumbline.conversation c WHERE c.key = set_aside.conversation));
ALTER TABLE plumbline.response ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_namespace ON plumbline.response USING (plumbline.may_use(namespace));
