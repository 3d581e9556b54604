import type { PageName } from '../../shared/pages/contract.ts'
import { render } from './render.ts'

/**
 * What the pages say until a super user saves them, in Markdown. Numbers and hours change every
 * season, so they are left to the policy and the season's rules.
 */
export const firstTexts: Record<PageName, string> = {
  faq: `
The policy decides; this page explains it in short. Where the two differ, the [policy](/policy) is right.

# Tents

## What is a tent?

A group of students who sleep out together for seats at the big game. It has a name, a captain, and a place in the order, which says when its members walk in. The policy says how many people a tent may have, and when its roster must be final.

## What does the captain do?

The captain speaks for the tent. Line monitors tell the captain first when something is wrong, and the captain sees to it that somebody is always there. [Shifts](/shifts) helps to plan that: members say when they are free, and the captain makes a plan out of it.

## Do we all have to be there all the time?

No. Each period of the season says how many members must be there by day and how many by night. Your [profile](/profile) says what your tent needs right now.

# Tent checks

## What is a tent check?

Line monitors call roll: they walk through the whole camp and ask each tent to show its members. Checks come at any hour and are not announced, so only people who are really there count.

## What do I have to show?

Your student card, on paper or on your phone. A tent has made the check when as many of its members as it needs have shown theirs.

## What if I arrive while a check is on?

If you were not there when the check began, you do not count for it, even if the rest of your tent was already checked. Come anyway: the next check may be soon.

## What is a Make, and what is a Miss?

A Make: enough members were there. A Miss: they were not, and the tent did not come before the check was closed. Absent tents are called several times before that.

## What does a Miss do?

The season's rules say how many Misses a tent may have in each period. One more costs the tent its place in the order. The captain is told soon after the check, and your profile shows every check of your tent.

## We were there, and it says Miss. What now?

Open the check on your [profile](/profile) and dispute it before the time for that runs out. Say who was there and what happened. A head line monitor looks at what was recorded, decides, and answers you there.

# Grace

## What is grace?

A time in which no check is started, so that everyone can go home, eat, or get warm. There is grace after each completed check, and it can be declared at any time: around games, and when the weather is dangerous.

## How do I find out about it?

The profile says whether there is grace and until when. To be told, turn notifications on there.

## Is it too cold, or is there lightning?

Look at what is announced on the [home page](/). If you are in danger, leave: no seat is worth it.

# This site

## I have an account, but I see no tent.

Your tent is found by your netID. If the roster spells it differently or does not have it, ask your captain to have the line monitors correct it.

## Who can see what is kept about me?

[Privacy](/privacy) says it in plain words.

## My question is not here.

Ask the people on the [contacts](/contacts) page.
`.trim(),
  contacts: `
In an emergency call 911 first, then tell the nearest line monitor.

# Head line monitors

They run the season: rules, rosters, grace, disputes.

- *Write here who they are this season, with their names and netIDs.*
- *Write here how to reach them, and by when they answer.*

# At the camp, at any hour

For what cannot wait: weather, safety, a check that is on.

- *Write here the number or the group chat that the line monitors of the night read.*
- *Write here where their table stands.*

# Disputes

A Miss is disputed on your [profile](/profile), beside the check that it is about. If you do not agree with the answer:

- *Write here who hears an appeal, and how to reach them.*

# Something is wrong with this site

- *Write here who looks after it.*
`.trim(),
}

const made = new Map<PageName, string>()

/** A page's initial text, rendered when first requested. It is our own text and renders quickly. */
export function firstHtml(page: PageName): string {
  const html = made.get(page) ?? render(firstTexts[page]) ?? ''
  made.set(page, html)
  return html
}
