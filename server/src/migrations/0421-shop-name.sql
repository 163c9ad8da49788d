-- Operators look for shops by the beginning of their names.
create index shop_by_name on shop (name_key text_pattern_ops);
