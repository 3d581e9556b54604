/**
 * The names, team and external addresses of this community, K-Ville. Another campus changes them
 * here.
 */
export const community = {
  name: 'K-Ville',
  /** The team's id at the sports data service. */
  teamId: '150',
  profiles: [
    {
      name: 'Duke Men’s Basketball on Instagram',
      url: 'https://www.instagram.com/dukembb/',
      embedUrl: 'https://www.instagram.com/dukembb/embed/',
    },
    {
      name: 'Duke Men’s Basketball on X',
      url: 'https://x.com/DukeMBB',
      embedUrl: 'https://syndication.twitter.com/srv/timeline-profile/screen-name/DukeMBB',
    },
  ],
  playlist: {
    name: 'The playlist of the tents',
    url: 'https://open.spotify.com/playlist/37i9dQZF1DX4SBhb3fqCJd',
    embedUrl: 'https://open.spotify.com/embed/playlist/37i9dQZF1DX4SBhb3fqCJd',
  },
} as const
