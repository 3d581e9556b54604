/** All tents, as far as the signed-in person may see them. */
export const tentsKey = ['tents']
