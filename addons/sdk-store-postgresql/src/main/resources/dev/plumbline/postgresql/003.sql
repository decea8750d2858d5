-- Attachments: large blobs of records, once in each namespace, by their digest. A conversation has a row in attachment_use
-- for each of them; the last one that is deleted deletes the attachment.
CREATE TABLE plumbline.attachment (
  namespace text NOT NULL,
  digest bytea NOT NULL,
  body bytea NOT NULL,
  PRIMARY KEY (namespace, digest)
);
ALTER TABLE plumbline.attachment ALTER COLUMN body SET STORAGE EXTERNAL;

CREATE TABLE plumbline.attachment_use (
  conversation bigint NOT NULL,
  namespace text NOT NULL,
  digest bytea NOT NULL,
  PRIMARY KEY (conversation, namespace, digest),
  FOREIGN KEY (namespace, digest) REFERENCES plumbline.attachment (namespace, digest)
);
CREATE INDEX attachment_use_digest ON plumbline.attachment_use (digest, namespace);

ALTER TABLE plumbline.attachment ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_namespace ON plumbline.attachment USING (plumbline.may_use(namespace));
ALTER TABLE plumbline.attachment_use ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_conversation ON plumbline.attachment_use
  USING (plumbline.may_use(namespace)
    AND EXISTS (SELECT FROM plumbline.conversation c WHERE c.key = attachment_use.conversation));

-- A run belongs to a namespace, so that roles work on the runs of their namespaces alone. Runs of before have none.
ALTER TABLE plumbline.batch_item ADD COLUMN namespace text COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE plumbline.batch_item ALTER COLUMN namespace DROP DEFAULT;
ALTER TABLE plumbline.batch_item DROP CONSTRAINT batch_item_pkey;
ALTER TABLE plumbline.batch_item ADD PRIMARY KEY (run, line, namespace);
ALTER TABLE plumbline.batch_item ENABLE ROW LEVEL SECURITY;
CREATE POLICY by_namespace ON plumbline.batch_item USING (plumbline.may_use(namespace));

CREATE OR REPLACE FUNCTION plumbline.grant_namespace(member name, granted text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT USAGE ON SCHEMA plumbline TO %I', member);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON plumbline.conversation, plumbline.record,'
    || ' plumbline.set_aside, plumbline.response, plumbline.budget, plumbline.attachment, plumbline.attachment_use,'
    || ' plumbline.batch_item TO %I', member);
  EXECUTE format('GRANT SELECT ON plumbline.schema_script TO %I', member);
  EXECUTE format('GRANT USAGE ON SEQUENCE plumbline.lease_token, plumbline.batch_token, plumbline.batch_finished'
    || ' TO %I', member);
  INSERT INTO plumbline.namespace_access VALUES (member, granted) ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION plumbline.revoke_namespace(member name, revoked text) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM plumbline.namespace_access WHERE role = member AND namespace = revoked
$$;
REVOKE EXECUTE ON FUNCTION plumbline.revoke_namespace FROM PUBLIC;

SELECT plumbline.grant_namespace(a.role, a.namespace)
  FROM plumbline.namespace_access a JOIN pg_roles r ON r.rolname = a.role;
