import ofPackage from '../../package.json' with { type: 'json' }

/** Of this program, as its package names it. */
export const { version } = ofPackage
