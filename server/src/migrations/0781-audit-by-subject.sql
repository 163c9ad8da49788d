-- Who looked at a document, beside the document: what was done to one thing, newest first.
create index audit_log_by_subject on audit_log (subject, action, seq desc);
