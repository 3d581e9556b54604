-- The members of a tent as rows, each with an id that stays theirs. They follow the tent's text.
create table members (
  id uuid primary key,
  tent_id text not null references tents (id),
  -- From 0, as the text names them.
  position integer not null check (position >= 0),
  name text not null check (name <> ''),
  -- By its place in the tent's net_ids, a guess.
  net_id text,
  unique (tent_id, position)
);

-- Those there are: spaces are what the rules of the server call so.
with named as (
  select
    id as tent_id,
    net_ids,
    array_remove(regexp_split_to_array(lower(net_ids), '[^a-z0-9]+'), '') as tokens,
    btrim(part, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') as name,
    place
  from tents, unnest(string_to_array(members, ',')) with ordinality as parts (part, place)
  where became is null
), listed as (
  select *,
    row_number() over (partition by tent_id order by place) as number,
    count(*) over (partition by tent_id) as names
  from named where name <> ''
)
insert into members (id, tent_id, position, name, net_id)
select gen_random_uuid(), tent_id, number - 1, name,
  case
    when cardinality(tokens) = names and octet_length(net_ids) = length(net_ids) then tokens[number::integer]
  end
from listed;
