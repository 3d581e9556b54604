/** The texts of the dashboard (specification, 4 and 5), and two that its server says as well. */
export const dashboardMessages = {
  roleUpdated: (field: string, firstName: string) => `Updated ${field} status for ${firstName}`,
  roleFailed: 'Failed to update user.',
  airtableIdsMissing: 'Base ID and Table ID are required.',
  airtableLoadFailed: 'Failed to load Airtable config.',
  airtableLoadUnanswered: 'Could not load Airtable settings.',
  airtableSaveFailed: 'Failed to save Airtable config.',
  airtableSaveUnanswered: 'Could not save Airtable settings.',
  airtableSaved: 'Airtable settings saved.',
  statusFailed: 'Failed to fetch status',
  statusUnanswered: 'Could not load check status.',
  endedCheck: 'Check ended.',
  chooseFile: 'Please choose a file first.',
  uploadFailed: 'Upload failed',
  uploaded: 'File uploaded successfully.',
  linkFailed: 'Failed to save link',
  linkSaved: 'Tent link updated successfully.',
  airtableKeyUnreadable:
    'The Airtable API key was encrypted with another SECRET_KEY, so this server cannot read it and does not send or pull anything. Start the server with that SECRET_KEY, or enter the API key again on the dashboard.',
  netIDsUnproven:
    'NetIDs are not proven: anyone who registers with somebody else’s netID, or with a name that is on the roster, sees that tent. Turn proof on with CONFIRM_NETIDS, or decide on the dashboard that it stays off.',
} as const
