-- What a result changes at Airtable stands in its own row, as it was decided with its event.
alter table outbox add column change jsonb;

-- For rows that wait already: from their event, and from the tent's last mark until then.
update outbox set change =
  jsonb_build_object(
    'kind', event.kind,
    'misses', coalesce(
      (event.data ->> 'misses')::int,
      case when mark.pair = 'lastMiss' then 1 else 0 end
    ),
    'mark', case when mark.pair is not null then
      jsonb_build_object('number', mark.number, 'pair', mark.pair, 'cells', jsonb_build_array(
        case when mark.pair = 'lastMiss' then mark.data #>> '{mark,by}'
          else coalesce(mark.data ->> 'lastCheck', '') end,
        mark.data #> '{mark,at}'
      ))
      || case when mark.data -> 'was' ?& array[mark.who_field, mark.when_field] then
        jsonb_build_object('replaced', jsonb_build_array(
          mark.data -> 'was' -> mark.who_field, mark.data -> 'was' -> mark.when_field
        ))
      else '{}' end
    end
  )
  || case when event.kind = 'marked' then '{}' else jsonb_build_object('restored',
    case when event.data -> 'restored' ?& array[mark.who_field, mark.when_field] then
      jsonb_build_array(
        event.data -> 'restored' -> mark.who_field, event.data -> 'restored' -> mark.when_field
      )
    end
  ) end
from check_events as event
left join lateral (
  select marked.number, marked.data, field.*
  from check_events as marked
  join (values
    ('miss', 'lastMiss', 'lastMissLM', 'dateOfLastMiss'),
    ('make', 'lastCheck', 'lastCheck', 'dateOfLastCheck')
  ) as field (outcome, pair, who_field, when_field) on field.outcome = marked.data #>> '{mark,outcome}'
  where marked.check_id = event.check_id and marked.tent_id = event.tent_id
    and marked.kind = 'marked' and marked.number <= event.number
  order by marked.number desc limit 1
) as mark on true
where event.check_id = outbox.check_id and event.number = outbox.number;

alter table outbox alter column change set not null;
