/**
 * The text with each letter and its accents as one. Of more than 30 marks in a row the rest is left out
 * (the bound of Unicode's Stream-Safe Text Format, UAX #15): to order N of them takes N² steps, for
 * `normalize` as for a comparison by language.
 */
export function composed(text: string): string {
  return text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize('NFC')
}
