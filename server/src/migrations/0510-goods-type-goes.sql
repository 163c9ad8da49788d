-- Operators look after the tree of types (rulebook §12): one that has neither goods nor types below it may go; the references say so, too.
grant delete on goods_type to openmere_app;
