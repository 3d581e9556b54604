import type { ReactNode } from 'react'
import { useLinkToken } from '../../accounts/one-time-link.ts'
import { accountsTexts } from '../../accounts/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './narrow.module.css'

type LinkScreenProps = { title: string; children: (token: string) => ReactNode }

/** What a one-time link opens. */
export function LinkScreen({ title, children }: LinkScreenProps) {
  const token = useLinkToken()
  return (
    <Page className={styles['page']}>
      <Card className={styles['card']}>
        <h1>{title}</h1>
        {token === '' ? <p>{accountsTexts.linkMissing}</p> : children(token)}
      </Card>
    </Page>
  )
}
