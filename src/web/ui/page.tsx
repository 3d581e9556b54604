import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

/** The column for a screen's content. */
export function Page({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={classNames(styles['page'], className)} />
}
