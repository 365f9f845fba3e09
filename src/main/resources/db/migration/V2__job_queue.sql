-- The table of db-scheduler: one execution a run that is not over.

create table scheduled_tasks (
    task_name            varchar(100) not null,
    task_instance        varchar(100) not null,
    task_data            bytea,
    execution_time       timestamp with time zone not null,
    picked               boolean not null,
    picked_by            varchar(100),
    last_success         timestamp with time zone,
    last_failure         timestamp with time zone,
    consecutive_failures integer,
    last_heartbeat       timestamp with time zone,
    version              bigint not null,
    primary key (task_name, task_instance)
);

create index scheduled_tasks_by_time on scheduled_tasks (execution_time);
create index scheduled_tasks_by_heartbeat on scheduled_tasks (last_heartbeat);
