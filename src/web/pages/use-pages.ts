import { useQuery } from '@tanstack/react-query'
import type { PageName } from '../../shared/pages/contract.ts'
import { call } from '../api/call.ts'

/** Query keys of a page's text, source and versions. */
export const pageKey = (page: PageName) => ['page', page]
/** Query keys of current announcements, and of all. */
export const announcementsKey = ['announcements']

export function usePage(page: PageName) {
  return useQuery({
    queryKey: [...pageKey(page), 'shown'],
    queryFn: () => call('getPage', undefined, { params: { page } }),
  })
}

/** The current announcements for this person, or for everyone. */
export function useAnnouncements() {
  return useQuery({
    queryKey: [...announcementsKey, 'shown'],
    queryFn: () => call('listAnnouncements'),
  })
}
