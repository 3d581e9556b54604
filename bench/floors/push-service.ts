import { startPushService } from '../../stand-ins/push.ts'

const { origin } = await startPushService()
console.log(origin)
