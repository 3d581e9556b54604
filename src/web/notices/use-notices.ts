import { useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useReload } from '../api/use-reload.ts'

const listKey = ['notices']
const settingsKey = ['notice-settings']
const pollMs = 10_000

/** All notices, with their states. */
export function useNotices() {
  return useQuery({
    queryKey: listKey,
    queryFn: () => call('listNotices'),
    refetchInterval: pollMs,
  })
}

export function useNoticesChanged(): () => Promise<void> {
  return useReload(listKey)
}

/** One's own notice settings. */
export function useNoticeSettings() {
  return useQuery({ queryKey: settingsKey, queryFn: () => call('getNoticeSettings') })
}

export function useNoticeSettingsChanged(): () => Promise<void> {
  return useReload(settingsKey)
}
