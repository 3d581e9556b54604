/** How long the text of a dispute is, in characters. */
export const disputeTextAtLeast = 10
export const disputeTextAtMost = 2000
