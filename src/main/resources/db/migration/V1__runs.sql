-- Runs, what they compare, and their samples. Instants are UTC; texts that hold JSON are written and read by the
-- service alone.

create table run (
    ordinal         bigint generated always as identity,
    id              varchar(12) primary key,
    title           varchar(200) not null,
    scenario        varchar(200) not null,
    status          varchar(16) not null,
    pace            double precision, -- simulated seconds a second; null for as fast as possible
    seed            bigint not null,
    engine_version  varchar(32) not null,
    created_at      timestamp with time zone not null,
    started_at      timestamp with time zone,
    finished_at     timestamp with time zone,
    reached_second  integer not null, -- the last simulated second that is complete
    of_seconds      integer not null,
    failure         varchar,
    attempts        integer not null default 0, -- how often the next second was begun and not ended
    idempotency_key varchar(200) unique,
    request_hash    varchar(64) -- of the body that came with the key
);

create unique index run_by_age on run (ordinal);
create index run_by_status on run (status);

create table run_label (
    run_id      varchar(12) not null references run (id) on delete cascade,
    label_name  varchar(63) not null,
    label_value varchar(200) not null,
    primary key (run_id, label_name)
);

create index run_label_by_name on run_label (label_name, label_value);

create table run_variant (
    run_id   varchar(12) not null references run (id) on delete cascade,
    place    integer not null,
    name     varchar(200) not null,
    title    varchar(200) not null,
    spec     varchar not null, -- JSON, complete
    result   varchar, -- JSON: what it has come to so far; null before the first second
    finished boolean not null,
    primary key (run_id, place)
);

create table run_sample (
    run_id           varchar(12) not null references run (id) on delete cascade,
    seq              bigint not null,
    variant          varchar(200) not null,
    simulated_second integer not null,
    metrics          varchar not null, -- JSON: name and value of each that is not zero
    counters         varchar not null, -- JSON: name and value of each that is not zero
    primary key (run_id, seq)
);
