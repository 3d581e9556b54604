import { deskTexts } from './texts.ts'

/** How a part of the desk stands, in a line; also while it loads, and if it could not be loaded. */
export function stateOf<Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  textOf: (data: Data) => string,
): string {
  if (data !== undefined) return textOf(data)
  return isError ? deskTexts.stateFailed : deskTexts.stateLoading
}
