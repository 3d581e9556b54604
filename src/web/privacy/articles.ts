/** The privacy page. Each sentence is a promise that the server keeps. */
export const privacyArticles = [
  {
    title: 'Your account',
    paragraphs: [
      'Your netID, your name, your e-mail address, the day you registered, your roles, and whether your netID is confirmed. Your password is kept as a hash, from which nobody can read it.',
      'Where you sign in through your campus, it tells this server your netID, your first and last name, your e-mail address, and its own code for you. It learns that you sign in here; your campus password never comes here. Names and address are taken once, when your account is made. The code stays with your account, to know you again. If somebody registered with your netID before you came, your name and the code wait beside that account until it is linked or handed over to you, or the season is closed. Everything else that the campus sends is dropped when you arrive. A cookie that guards the way there is good for 10 minutes.',
      'Where you are signed in: browser and system in a few words, since when, and the day it was last used. Your profile lists these sign-ins and can end any of them. A cookie that names your netID stays in a browser in which you signed in by password, so that strangers’ guesses do not slow you down there; it lets nobody in.',
      'One-time links that are mailed to you are kept as a hash and deleted within an hour after they are over; until the mail is sent, sealed as well. That a mail to you failed is kept for a week.',
      'What you want to be told, which of your browsers show notifications, and what you were told: how your tent stood in which check, until the season is closed.',
    ],
  },
  {
    title: 'Your tent',
    paragraphs: [
      'The roster comes from the people who run tenting: names, netIDs, and what a check said of your tent. Line monitors see it whole. Visitors see the tent’s order, name and type alone.',
      'Members of a tent see their own tent, without other members’ netIDs, and who else sees it.',
      'Where your tent plans its shifts: which member you are, when you can be there, your shifts, whether you said that you were there, and the nights on which you can be called. Your tent sees the plan, the hours and who has answered; your captain, deputies and super users who help see your answers, line monitors none of it. A calendar file or a pasted table is read and not kept. The address of your calendar is kept as a hash. All of it is deleted when the season is closed.',
      'When the season is closed, the names of members leave the roster and all past checks, and so do notes, reasons, the words of disputes and who filed them. How each tent was marked stays.',
    ],
  },
  {
    title: 'What you do here',
    paragraphs: [
      'Line monitors and super users: which tents you marked and when, and what you changed in roles, settings, pages and data. Of everyone: passwords that were changed, and failed attempts to sign in to your account, once an hour at most.',
      'The server’s log holds no netID, name, address or link.',
    ],
  },
  {
    title: 'Who gets it',
    paragraphs: [
      'Where Airtable is connected, the results of checks go there. Where mail is set up, mails to you go through that mail server. Notifications that you turn on go through your browser’s maker, who cannot read them. The music and the profile cards on the home page are loaded from other sites when you scroll to them. Nobody else gets anything.',
      'Ask a super user for all that is kept about you: they can hand it out as a file. Backups that were made before hold what was there then, until whoever runs the server deletes them.',
    ],
  },
] as const
