/** The texts about notices that the specification does not give. */
export const noticesTexts = {
  noticeSettingsFailed: 'What you are told could not be loaded.',
  noticeSettingsUnsaved: 'It could not be saved.',
  noticeSettingsUnanswered: 'No answer came. Reload to see what is saved.',
  pushesUnsupported: 'This browser cannot show notifications.',
  pushesOnIPhone:
    'On an iPhone, first add Tent City to the home screen (Share, then Add to Home Screen), and open it from there.',
  pushesDenied:
    'This browser does not let Tent City show notifications. Allow them in its settings, then try again.',
  pushesFailed: 'Notifications could not be turned on here.',
  pushesOffUntold: 'They are off here. The server could not be told, and finds out by itself.',
  pushesOn: 'This device shows notifications.',
  pushesUnrenewed: 'The server could not be told of this device, so it may show no notifications.',
  pushesOff: 'This device shows no notifications.',
  quietHours: 'No notification comes then, not of your shifts either. Mails come all the same.',
  noticesFailed: 'Who is to be told could not be loaded.',
  noticesEmpty: 'Nobody has to be told anything. Look here again after a check with Misses.',
  unlisted: (count: number) =>
    `${count.toLocaleString('en-US')} more to be told come as these are ticked off.`,
  noticeUnanswered: 'No answer came. The list shows what is so.',
  noticeTextFailed: 'What to say could not be loaded.',
} as const
