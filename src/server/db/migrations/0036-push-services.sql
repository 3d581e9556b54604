-- A push goes to one of the push services of browsers, known by their domains, or to all others
-- together. What was divided by other names is divided anew: who has got it gets it in place of the
-- first.
delete from pushes as more using pushes as one
  where more.topic = one.topic and more.service > one.service;
update pushes set service = '', sent_to = '', only_endpoints = null, again = '[]', tries = 0
  where service <> '';

-- Whoever subscribes could make a service of any text; this is an address as browsers write it.
delete from push_subscriptions where endpoint !~ '^https://[a-z0-9.-]+(:[0-9]+)?/';
