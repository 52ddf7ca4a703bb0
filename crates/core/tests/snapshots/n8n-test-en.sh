#!/bin/sh
# Event A, A again as a retry with another signature, then B. All values are made up.
# n8n runs on this machine and the workflow is published. Run this before a signature check is added.
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-1' --data-raw '{"id":"evt_test_A","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-2' --data-raw '{"id":"evt_test_A","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-3' --data-raw '{"id":"evt_test_B","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
# Expected: 200 processed, 200 duplicate, 200 processed.
# Under Executions: 3 executions. In business_log: 2 rows.
# A second run gives 200 duplicate three times; change the ids for new events.
