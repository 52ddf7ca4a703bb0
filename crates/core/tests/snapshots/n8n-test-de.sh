#!/bin/sh
# Event A, A noch einmal als Retry mit anderer Signatur, dann B. Alle Werte sind erfunden.
# n8n läuft auf diesem Rechner, der Workflow ist veröffentlicht. Vor dem Einbau einer Signaturprüfung ausführen.
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-1' --data-raw '{"id":"evt_test_A","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-2' --data-raw '{"id":"evt_test_A","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
curl -sS -w ' %{http_code}\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-3' --data-raw '{"id":"evt_test_B","type":"order.paid"}' 'http://localhost:5678/webhook/idempotent-webhook'
# Erwartet: 200 processed, 200 duplicate, 200 processed.
# Unter Executions: 3 Executions. In business_log: 2 Zeilen.
# Ein zweiter Lauf ergibt dreimal 200 duplicate; für neue Events die IDs ändern.
