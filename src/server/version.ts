import ofPackage from '../../package.json' with { type: 'json' }

/** This program's version, from its package. */
export const { version } = ofPackage
