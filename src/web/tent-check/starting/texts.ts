/** The texts about starting a check that the specification does not give. */
export const startingTexts = {
  tentsFailed: 'The tents could not be loaded, so no check can start here yet.',
} as const
