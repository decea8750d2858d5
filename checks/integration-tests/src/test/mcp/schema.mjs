// Validates a file against a JSON Schema of draft 7 with Ajv: node schema.mjs SCHEMA FILE. Ends with 1 and the errors if it does not fit.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import formats from 'ajv-formats';

const [schema, file] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, 'utf8')));
const ajv = new Ajv({ strict: false, allErrors: true });
formats.default ? formats.default(ajv) : formats(ajv);
const check = ajv.compile(schema);
if (!check(file)) {
  console.log(JSON.stringify(check.errors));
  process.exit(1);
}
console.log('valid');
