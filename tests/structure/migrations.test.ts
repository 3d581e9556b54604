import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = 'src/server/db/migrations'

/** A migration that has landed is never edited: databases that have run it do not run it again. */
const landed: Record<string, string> = {
  '0001-foundation.sql': '8bc019886915a44245145b7a9f13beb91663b4ece2b6494caa174a8d9a6fdda1',
  '0002-documents.sql': '46fd94a9c303360ebe2e9d18475cec000651a9568603ea33ae85c726135fcfeb',
  '0003-order-of-uploads.sql': '55f5de66dfe32dba08c59068065c94c679b32ef600b02e4289c57af4205c1a3e',
  '0004-airtable.sql': 'eb95a0005d6755e7a5e6a9bedd15fed284ef602ce5c537565f4d9603eba430ac',
  '0005-audit.sql': '9c64d516453ca7a598dab5505620fe70a93041123abaa69ad2a0975a71d0ae58',
  '0006-devices-of-sessions.sql':
    '5f400028b61164d3f75f1251ca167fca7226e7339693b918a4d544618c8e4144',
  '0007-closing-a-season.sql': '31374e8e8e3763232909eba0a8e87fe8f76a8186d4dd993947993a4b032e1757',
  '0008-marks.sql': '119820f7874a97c1c6b5f3422863a3dbeed9a37ea2758c89e22614f7977fb932',
  '0009-marks-foreseen.sql': '9c9ef2b392e9276b27241c07aad9c236c4d7388ff0785b0fc4224e1b4f834338',
  '0010-one-door-to-the-ledger.sql':
    '2c33394c2e4fecc82c16011a282fc784d3b3aa0ffd4063936502d4376dd4ee95',
  '0011-season.sql': '403506e547927d6427baee91d1f2497d14ab24651ea294632983be23ae484b72',
  '0012-audit-kinds.sql': '72a789904fbb13b5711cee5ee591f61f51ab793a9d25fa00a0b2f52fc3976ba4',
  '0013-members.sql': 'ce3912b07f0532775f418b7a8a89876a84425ed8f1473d15931a096a9424023c',
  '0014-check-history.sql': '8c4c2da395487e52e374629381a44d964548e8f916d9a3bbde04683d0c569586',
  '0015-disputes.sql': 'd8a3679bf5a2098d5a2b613906c2658ab4dfc070f7628c288b849ee45c50df6b',
  '0016-notices.sql': '581d672bfa1dd34aac68affb9797f81810a46821f473c122bea5df8c66189fe2',
  '0017-told.sql': 'ee6dd0e5d424774b421b7fc822b5f0235c26cc24bf1ce7cbf87ecff7a782af24',
  '0018-accounts-confirmed-and-disabled.sql':
    '29f2e33375694d8b62c4997891a4c5401f08a6c8054f1234daa6de5ae06a924a',
  '0019-account-links.sql': 'c1f2ca9f8dbcb5898ae33182d4d776e46d9e5e0ea29c103d74dd24fd7d846ee6',
  '0020-campus.sql': '36ab4130d1ef4188ac3ee01e944038aa1880b5a2c0c000e9650226a32f3cd4bc',
  '0021-shifts.sql': 'a62a268ff8025a245a4f15fa635d6894d60d40bff688409c1b054122a95e6ea9',
  '0022-pages-of-documents.sql': '199857355df32b08e73656f4c819b2dba1d5037e1602f2ae1cfa2bd785f43b57',
  '0023-script-tokens.sql': '20e34ee11407dfc9e78a0583dbacc84c736d007ce8bd535dbef5f65652cd1173',
  '0024-pages.sql': '66bf06b67d1f2e5418b6bb049cb0c2329954e7baabf1dc2c90bff7f7786e9cd3',
  '0025-answered-requests.sql': '857315d42823da0845f9af678e4b5c08f5f4396b9e4f7bd472a5dd56b3828cb5',
  '0026-members-swaps-in-the-log.sql':
    '5c16457c69167626c69e80f92d1f7596791639e0427643df0db1b45059a0f095',
  '0027-results-as-data.sql': '50b40821521531eebe4473bcfe8d9a357e9ac205e7ab51ce15162b9a79867a60',
  '0028-who-named-deputies.sql': '1277130fbc46ab9d10c3198236a75c5e9b4cee325cb885753605f07bd180107a',
  '0029-disputes-without-names.sql':
    'cbdbe00cb13e9daf43855f6f951b47afa855fd2a2bd58167d03367c0db20983f',
  '0030-ids-of-pushes.sql': 'cf9b2f455a2bfb981cb14c60bb211e1b824f936f1910b4477fc07a3ef815b9ee',
  '0031-order-of-checks.sql': 'fdb6913f41d4f6cb95afa63cee7974c555e57cd05ae009e387a05b9dbe55815a',
  '0032-pushes-by-service.sql': 'bdbf8580ec25096423d0aa931922ecd91035095c7e976dd7974b80898dc6ed9a',
  '0033-moved-shifts-in-the-log.sql':
    '8e5b140193549d22c661f3636ca24f1a3d8ea78ad924ffcf871cd441045f318d',
  '0034-one-guard.sql': '4d5577978f98fdb3edf336377456f465beab2fdabd04c229f00605b644f6f7b6',
  '0035-announcements-as-versions.sql':
    '7edf420af5a54c5ee31dcd90fe6044ea929e2d057e6ac2f97a477b5168354202',
  '0036-push-services.sql': '032a212923cd23010d27e0f89b98f1debe12b6ba6c86ac2f3d972a89d0139849',
  '0037-late-notices.sql': 'bd4f09a474b7b782cc318a5aa443c3bb14e8b706063ef6ae640ba39db32bab74',
  '0038-makers-of-links.sql': '64d10c424dd95296651b3c794a3cd658f5db5c9803aab9924facb6d0bfed87b5',
  '0039-indexes-of-long-seasons.sql':
    '2cb01cdeaa7026297edaa5215c11fcdd50a04673f6cd1c8c424ec5c8a9f6283f',
  '0040-nights-of-nobody.sql': '7f414a55be3a6209a91926fbe4e6ae19de4f68dc8fe62e7014f3e52a5bf5bfec',
}

it('a migration that has landed is as it was, and each has its line here', () => {
  const files = readdirSync(folder).sort()
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  expect(Object.fromEntries(files.map((name) => [name, hashOf(name)]))).toEqual(landed)
})

it('every trigger of a migration that was never dropped stands in functions.sql, too', () => {
  const migrations = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const named = (text: string, form: RegExp) => [...text.matchAll(form)].map(([, name]) => name)
  const dropped = named(migrations, /^drop trigger (?:if exists )?(\w+)/gm)
  const made = named(migrations, /^create (?:or replace )?trigger (\w+)/gm)
  const functions = readFileSync(join(folder, '../functions.sql'), 'utf8')
  const kept = named(functions, /^create or replace trigger (\w+)/gm)
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter((name) => !dropped.includes(name) && !kept.includes(name))).toEqual([])
})
