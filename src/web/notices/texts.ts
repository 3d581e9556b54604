/** The texts about notices that the specification does not give. */
export const noticesTexts = {
  noticeSettingsFailed: 'These settings could not be loaded.',
  noticeSettingsUnsaved: 'It could not be saved.',
  noticeSettingsUnanswered: 'No answer came. Reload to see what is saved.',
  pushesUnsupported: 'This browser cannot show notifications.',
  pushesOnIPhone:
    'On an iPhone, first add Tent City to the home screen (Share, then Add to Home Screen), and open it from there.',
  pushesDenied:
    'This browser does not let Tent City show notifications. Allow them in its settings, then try again.',
  pushesFailed: 'Notifications could not be turned on here.',
  pushesOffUntold: 'They are off here. The server could not be told, but will find out by itself.',
  pushesOn: 'This device shows notifications.',
  pushesUnrenewed: 'The server could not be told of this device, so it may show no notifications.',
  pushesOff: 'This device shows no notifications.',
  noMail: 'This server sends no mail.',
  noAddress: 'Your account has no e-mail address.',
  quietHours: 'No notifications come then, not even about your shifts.',
  mailsInQuiet: 'Mails still come.',
  noQuietHours: 'From and to are the same: there are no quiet hours.',
  noticesFailed: 'The list of people to tell could not be loaded.',
  noticesEmpty:
    'Nobody needs to be told anything right now. Look here again after a check with Misses.',
  unlisted: (count: number) =>
    `${count.toLocaleString('en-US')} more will show up as you tick these off.`,
  noticeUnanswered: 'No answer came. Look at the list to see whether it worked.',
  noticeTextFailed: 'What to say could not be loaded.',
} as const
