/** An answer that is an error, with its body in the shape that Airtable gives it. */
export class Refused extends Error {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    super()
    this.status = status
    this.body = body
  }
}

export const refused = (status: number, type: string, message?: string) =>
  new Refused(status, { error: message === undefined ? { type } : { type, message } })
export const refused429 = (error: string, message: string) =>
  new Refused(429, { errors: [{ error, message }] })
