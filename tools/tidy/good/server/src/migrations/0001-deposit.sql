create table deposit (id int);
