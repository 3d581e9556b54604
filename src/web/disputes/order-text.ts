/** A disputed tent after the word `tent`: by its order, if it has one. */
export function orderText(order: string): string {
  return order || 'without an order'
}
