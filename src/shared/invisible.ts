const invisible =
  /(?![\p{Join_Control}\p{Variation_Selector}])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu
const betweenWords = /[\p{Cc}\p{Zl}\p{Zp}]+/gu

/**
 * Are there characters that nobody sees: controls, separators of lines, fillers, and formats that
 * can turn around what stands beside them? Joiners and the selectors of a letter's form are none of
 * them: names of some scripts, and pictures of several parts, are written with them.
 */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) !== -1
}

/** Without them; what may have stood between words is a space. */
export function withoutInvisible(text: string): string {
  return text.replace(betweenWords, ' ').replace(invisible, '')
}
