import { useQuery } from '@tanstack/react-query'
import type { PageName } from '../../shared/pages/contract.ts'
import { call } from '../api/call.ts'

/** Of a page's text, its source and its versions. */
export const pageKey = (page: PageName) => ['page', page]
/** Of what is shown, and of all that there is. */
export const announcementsKey = ['announcements']

export function usePage(page: PageName) {
  return useQuery({
    queryKey: [...pageKey(page), 'shown'],
    queryFn: () => call('getPage', undefined, { params: { page } }),
  })
}

/** What is announced now to whoever is signed in, or to everyone. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [...announcementsKey, 'shown'],
    queryFn: () => call('listAnnouncements'),
  })
}
