//! What the help says below the options: exit codes and examples.

pub(super) const EXAMPLES: &str = r#"Examples:
  echo -n '{"id":"evt_A"}' | hookonce key
  hookonce sql --statement up > migrations/0001_processed_events.up.sql
  hookonce n8n > n8n-receive.json

The same options give the same bytes as the page.
hookonce COMMAND --help has more examples."#;

pub(super) const AUDIT_EXAMPLES: &str = r#"The file is read in one go and only its keys are remembered, as hashes. On a terminal a bar shows
how far it is. Whether a rule is right is judged by what the deliveries say: two with the same
content, apart from times and attempts, are taken for one event. Of more than 20,000 different
contents a sample is judged.

Exit codes:
  0  every delivery has a key, and none contradicts another
  1  there are conflicts, or deliveries without a key or that cannot be read
  2  the arguments or the file cannot be used

Examples:
  hookonce audit deliveries.ndjson
  hookonce audit --provider shopify session.har
  hookonce audit --body-column raw webhooks.csv
  zcat export.ndjson.gz | hookonce audit --rule 'header X-Event-Id' --format json"#;

pub(super) const COMPARE_EXAMPLES: &str = r#"A sender's own rule and one that is given are believed. Where the sender is not known, the
deliveries are judged by what is in them; where both answers are as plausible, both are said.
With --same, --different or --events it is the rule in use that is judged: the exit code is
what its keys say, and a better rule is proposed if it is wrong or only hashes the body.
With --verbose the list of possible keys has every value, not only ids.

Exit codes:
  0  the same event
  1  different events, only some the same, or it cannot be told; the first line says which
  2  the arguments, an input or the output cannot be used

Examples:
  hookonce compare first.txt retry.txt
  curl -s https://example.com/last | hookonce compare - saved.json
  hookonce compare --same first.json retry.json               is the key the same?
  hookonce compare --events 1,1,2 first.json retry.json other.json
  hookonce compare --rule '$.order.id' --different a.json b.json
  hookonce compare session.har --entry 2,5
  hookonce compare --format json a.json b.json | jq -r .answer"#;

pub(super) const INSPECT_EXAMPLES: &str = r#"The key in use and its ids come first, marked with *. What is said of the others is known of the
sender, or judged by names, values and what stands beside them: it says which, and how sure it is.
A rule that is printed can be given to --rule, here and in every other command.

Exit codes:
  0  there is a key
  1  there is none, or not one for each item of a batch; the findings say why
  2  the arguments, the input or the output cannot be used

Examples:
  hookonce inspect body.json
  hookonce inspect request.txt --lang de
  hookonce inspect --rule '$.order.id' body.json     and its consequences
  hookonce inspect --format json body.json | jq -r '.candidates[] | [.rule, .verdict] | @tsv'"#;

pub(super) const KEY_EXAMPLES: &str = r#"Standard output has the key and nothing else, on one line; warnings and errors go
to standard error. With --format json everything is on standard output, whatever
the exit code, on one line.

A sender recognised with certainty is used and named: hookonce providers lists them all.
A batch has a line for each item; in JSON "key" is null then, and "items" has each one's.
A handshake, a ping, and a delivery of which no key is possible have none.

Exit codes:
  0  a key
  1  no key, or not one for each item of a batch; the findings say why
  2  the arguments, the input or the output cannot be used

Examples:
  echo -n '{"id":"evt_A"}' | hookonce key            prints evt:evt_A
  hookonce key --provider github request.txt         by the header X-GitHub-Delivery
  hookonce key --rule '$.source + $.id' body.json    prints evt:SOURCE/ID
  hookonce key --scope stripe body.json              prints stripe:evt:…
  hookonce key --step charge body.json               prints hookonce-…, for the call's Idempotency-Key
  hookonce key --input http request.txt --lang de
  hookonce key session.har --entry 2
  hookonce key --format json body.json | jq -r '.findings[].code'"#;

pub(super) const N8N_EXAMPLES: &str = r#"Exit codes:
  0  the workflow
  2  an option cannot be used; the finding says why

Examples:
  hookonce n8n > n8n-receive.json
  hookonce n8n --workflow cleanup --retention-days 60 > n8n-cleanup.json
  hookonce n8n --path orders/paid --scope shop --guarantee lease
  hookonce n8n --provider sendgrid              a claim for each event of a batch
  hookonce n8n --rule 'header X-Event-Id | $.event_id'"#;

pub(super) const PROVIDERS_EXAMPLES: &str = r#"Exit codes:
  0  the senders, or the one
  2  there is no such sender

Examples:
  hookonce providers
  hookonce providers stripe --lang de
  hookonce providers --json | jq -r '.[] | select(.key.signed == false) | .id'"#;

pub(super) const SQL_EXAMPLES: &str = r#"--migration and --job make several files, and up followed by down would undo itself in a
pipe. So they go into a folder, all of them or none, and standard output has their paths,
one a line.

Exit codes:
  0  the SQL, or the paths
  2  an option cannot be used, or a file cannot be written; the finding says why

Examples:
  hookonce sql --statement up | psql
  hookonce sql --guarantee lease --lease-seconds 120 --statement claim
  hookonce sql --dialect sqlite --with fingerprint --statement up
  hookonce sql --schema app --table "Processed Events" --lang de
  hookonce sql --guarantee lease --migration sqlx --output migrations | xargs git add"#;
