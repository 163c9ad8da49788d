create table money (id int);
