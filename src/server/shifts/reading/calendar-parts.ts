import ICAL from 'ical.js'

/** The texts of its events and zones, so that a broken one does not affect the others. */
export function partsOf(text: string) {
  // Long lines continue on the next line after a space.
  const lines = text
    .replace(/^\ufeff/, '')
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r\n|\n|\r/)
  const parts: Record<'VEVENT' | 'VFREEBUSY' | 'VTIMEZONE', string[][]> = {
    VEVENT: [],
    VFREEBUSY: [],
    VTIMEZONE: [],
  }
  let open: { kind: keyof typeof parts; lines: string[] } | null = null
  for (const line of lines) {
    const begins = /^BEGIN:(VEVENT|VFREEBUSY|VTIMEZONE)\s*$/i.exec(line)?.[1]?.toUpperCase()
    if (begins === 'VEVENT' || begins === 'VFREEBUSY' || begins === 'VTIMEZONE') {
      open = { kind: begins, lines: [] }
      parts[begins].push(open.lines)
    }
    // A line without name and value is the rest of a broken one.
    if (/^[A-Za-z0-9-]+[;:]/.test(line)) open?.lines.push(line.trimEnd())
    if (open !== null && line.trimEnd().toUpperCase() === `END:${open.kind}`) open = null
  }
  return { events: parts.VEVENT, busyTimes: parts.VFREEBUSY, zones: parts.VTIMEZONE, lines }
}

export function zonesOf(texts: readonly string[][]): Map<string, ICAL.Timezone> {
  return new Map(
    texts.flatMap((lines) => {
      const component = componentOf(lines)
      const name = component?.getFirstPropertyValue('tzid')
      // Without rules, its clock would be UTC.
      const rules =
        component?.getFirstSubcomponent('standard') ?? component?.getFirstSubcomponent('daylight')
      if (!component || !rules || typeof name !== 'string') return []
      if (!component.getAllSubcomponents().every(isYearly)) return []
      return [[name, new ICAL.Timezone({ component, tzid: name })] as const]
    }),
  )
}

/** Within other rules the library may look for a next time for ever. */
function isYearly(changes: ICAL.Component): boolean {
  return changes.getAllProperties('rrule').every((property) => {
    const rule = property.getFirstValue()
    return rule instanceof ICAL.Recur && rule.freq === 'YEARLY'
  })
}

export type Entry = { component: ICAL.Component; uid: unknown; isException: boolean }

export function entriesOf(texts: readonly string[][]): Entry[] {
  return texts.flatMap((lines) => {
    const component = componentOf(lines)
    const start = component?.getFirstPropertyValue('dtstart')
    if (component === null || !(start instanceof ICAL.Time)) return []
    const isException = component.hasProperty('recurrence-id')
    return [{ component, uid: component.getFirstPropertyValue('uid'), isException }]
  })
}

/** The zone and the times of a property. */
export function timesOf(
  component: ICAL.Component,
  name: string,
): { times: ICAL.Time[]; tzid: string | null }[] {
  return component.getAllProperties(name).map((property) => {
    const times = property
      .getValues()
      .filter((value): value is ICAL.Time => value instanceof ICAL.Time)
    return { times, tzid: tzidOf(property) }
  })
}

export function tzidOf(property: ICAL.Property): string | null {
  const tzid = property.getParameter('tzid')
  return typeof tzid === 'string' ? tzid : null
}

export function componentOf(lines: readonly string[]): ICAL.Component | null {
  try {
    const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')))
    // Values are parsed when read, and invalid ones throw then.
    for (const property of component.getAllProperties()) property.getValues()
    return component
  } catch {
    return null
  }
}
