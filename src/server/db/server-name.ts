/** A server's connection for notifications is named by this and the server's version. */
export const serverNamePrefix = 'tent-city '
