declare module 'fxa-common-password-list' {
  /** Is it one of the 50,000 most common passwords of 8 characters and more, all in lower case? */
  function test(password: string): boolean
  const list: { test: typeof test }
  export default list
}
