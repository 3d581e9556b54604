/** The tradition in our own words; numbers as in the specification, sections 2 and 9. */
export const articles = [
  {
    id: 'origins',
    title: 'Before the tents: the 1960s to the 1980s',
    picture:
      'People asleep in line on the sidewalk before a gym; the first of them sits by its lit door.',
    paragraphs: [
      'Long before anyone pitched a tent, students slept on the sidewalk. From the 1960s on, the night before a big game was a night outdoors: blankets, cards, and a place in line that only counted if you were in it.',
      'The student section they filled in the morning was loud, quick and rarely polite. By the 1980s a night or two outside had become part of the game itself.',
    ],
  },
  {
    id: 'first-tent',
    title: '1986: the first tent',
    picture: 'One lit tent in a dark field; around it others begin to appear.',
    paragraphs: [
      'In 1986 a group of about sixteen students decided that a line was too short a wait. They pitched tents about a week before North Carolina came to town.',
      'The idea spread faster than the grass could bear. By the day of the game about 75 tents stood where there had been none, and the place soon had a name of its own.',
    ],
  },
  {
    id: 'line-monitors',
    title: 'Line monitors',
    picture: 'A line monitor with a clipboard shines a flashlight on the first of a row of tents.',
    paragraphs: [
      'Where there is a line, someone has to keep it fair. Students began to watch over their own line in 1984. After people were hurt in the crush of 1986, that watch was organized, and since 1989 it has had a head: the Head Line Monitor.',
      'Line monitors call the checks at any hour, count who is there, and answer for it afterwards. About thirty of them do it today, in the same cold as everyone else.',
    ],
  },
  {
    id: 'crowd',
    title: 'A crowd with a reputation',
    picture:
      'A crowd under the lights of a gym, arms up, and a ball that falls short of the basket.',
    paragraphs: [
      'The students who slept outside were not there to sit still. In 1979 they gave college basketball its “Air ball!” chant, sung at the player who had just missed everything.',
      'Inside, noise near 130 decibels has been measured: about as loud as a jet taking off, from people who had slept for weeks on the ground for it.',
    ],
  },
  {
    id: 'black-tenting',
    title: 'Black Tenting',
    picture: 'Three tents in the snow under a crescent moon; a light is on in one of them.',
    paragraphs: [
      'The longest stay has the darkest name. Black Tenting was introduced in 2004: the most people in the tent, the most nights, from January on, and in return the best places in the line.',
      'In 2012, 46 tents began on the first day. It was not long before there were more groups than ground.',
    ],
  },
  {
    id: 'trivia',
    title: 'The trivia tie-break',
    picture:
      'A test sheet, and 160 dots, one for each group; 70 of them are lit, above a lit tent.',
    paragraphs: [
      'In 2017 more than 160 groups wanted the 70 Black Tent spots. Nobody could be turned away for being late, for all of them were on time. So they were asked questions: about the team, the games, and the tradition they wanted to be part of.',
      'The tie-break has stayed. When more groups register than there is room for, the top 70 of the trivia test get the Black Tent spots.',
    ],
  },
  {
    id: 'today',
    title: 'The present day',
    picture: 'A lawn full of tents, 130 of them: 100 are lit, the last 30 are dark.',
    paragraphs: [
      'A full lawn is 130 tents of twelve: 1,560 people. Their place in line depends on being there when the siren sounds, by day and by night.',
      'The last 30 tents are not guaranteed entry. They came in 2019, after the walk-up line for the final game had broken down the year before, and they stay for the chance of it.',
    ],
  },
] as const

/** `picture`: a description for people who do not see it. */
export type Article = (typeof articles)[number]

/** The years of the timeline, in order. */
export const years: { year: string; what: string }[] = [
  { year: '1960s', what: 'Nights in line' },
  { year: '1979', what: '“Air ball!”' },
  { year: '1984', what: 'First line monitors' },
  { year: '1986', what: 'First tents' },
  { year: '1989', what: 'A Head Line Monitor' },
  { year: '2004', what: 'Black Tenting' },
  { year: '2017', what: 'First trivia test' },
  { year: '2019', what: '30 more tents' },
  { year: 'Today', what: '130 tents, 1,560 people' },
]
