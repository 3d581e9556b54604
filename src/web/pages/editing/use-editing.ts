import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageName } from '../../../shared/pages/contract.ts'
import { call } from '../../api/call.ts'
import { useReload } from '../../api/use-reload.ts'
import { announcementsKey, pageKey } from '../use-pages.ts'

export type PageSource = NonNullable<ReturnType<typeof usePageSource>['data']>

const sourceKey = (page: PageName) => [...pageKey(page), 'source']

/** A page's current Markdown, and who saved which version. */
export function usePageSource(page: PageName) {
  return useQuery({
    queryKey: sourceKey(page),
    queryFn: () => call('getPageSource', undefined, { params: { page } }),
  })
}

/** A version never changes: it is loaded once. */
export function usePageVersion(page: PageName, number: number) {
  return useQuery({
    queryKey: ['page-version', page, number],
    queryFn: () => call('getPageVersion', undefined, { params: { page, number } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function useAllAnnouncements() {
  return useQuery({
    queryKey: [...announcementsKey, 'all'],
    queryFn: () => call('listAllAnnouncements'),
  })
}

/** Shows a text that was just saved, also where the page then cannot be reloaded. */
export function useShowPage(page: PageName) {
  const queries = useQueryClient()
  return (saved: { number: number; markdown: string }) =>
    queries.setQueryData<PageSource>(sourceKey(page), (now) => now && { ...now, ...saved })
}

/** Reloads everything about a page, after somebody saved it. */
export function usePageChanged(page: PageName): () => Promise<void> {
  return useReload(pageKey(page))
}

export function useAnnouncementsChanged(): () => Promise<void> {
  return useReload(announcementsKey)
}
