-- Due, a push becomes one for each push service, so that none waits for the answers of another.
-- Empty: not divided yet.
alter table pushes add column service text not null default '';
alter table pushes drop constraint pushes_topic_key;
alter table pushes add constraint pushes_topic_service_key unique (topic, service);
