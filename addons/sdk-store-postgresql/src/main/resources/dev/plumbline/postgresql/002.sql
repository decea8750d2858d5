-- Runs of many bodies over machines. An item is free when "due" has passed; whoever takes it moves "due" behind the end
-- of a lease, in the time of the server. A result is stored once and ends the item.
CREATE SEQUENCE plumbline.batch_token;
CREATE SEQUENCE plumbline.batch_finished;

CREATE TABLE plumbline.batch_item (
  run text COLLATE "C" NOT NULL,
  line bigint NOT NULL,
  fingerprint text NOT NULL,
  body bytea NOT NULL,
  due timestamptz NOT NULL DEFAULT clock_timestamp(),
  token bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  worker text,
  result bytea,
  is_ok boolean,
  finished bigint,
  tokens bigint NOT NULL DEFAULT 0,
  cost numeric NOT NULL DEFAULT 0,
  currency text,
  PRIMARY KEY (run, line)
) WITH (fillfactor = 80);
CREATE INDEX batch_item_due ON plumbline.batch_item (run, due) WHERE result IS NULL;
CREATE INDEX batch_item_finished ON plumbline.batch_item (run, finished) WHERE result IS NOT NULL;
