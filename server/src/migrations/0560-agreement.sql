-- Agreements (rulebook §13): each version with its texts, for good, and the draft of the next one. What a member accepted stands in
-- agreement_acceptance by these versions.
create table agreement_version (
  kind text not null check (kind in ('user', 'privacy', 'risk')),
  version integer not null check (version between 1 and 9999),
  published_at timestamptz not null,
  -- The two operators' accounts; `installation` where the text came with the program.
  maker text not null,
  checker text not null,
  primary key (kind, version),
  check (maker <> checker or maker = 'installation')
);

create table agreement_text (
  kind text not null,
  version integer not null,
  locale text not null check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es')),
  -- Plain text; an empty line parts its points.
  content text not null check (char_length(content) between 1 and 40000),
  primary key (kind, version, locale),
  foreign key (kind, version) references agreement_version
);

create table agreement_draft (
  kind text not null check (kind in ('user', 'privacy', 'risk')),
  locale text not null check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es')),
  content text not null check (char_length(content) <= 40000),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (kind, locale)
);

-- In which language it was accepted; unknown for what was accepted before this was kept.
alter table agreement_acceptance add column locale text
  check (locale in ('zh-Hans', 'zh-Hant', 'en', 'ko', 'ja', 'vi', 'ms', 'th', 'es'));

create trigger agreement_version_append_only before update or delete on agreement_version
  for each row execute function auth_append_only();
create trigger agreement_text_append_only before update or delete on agreement_text
  for each row execute function auth_append_only();

grant select, insert on agreement_version, agreement_text to openmere_app;
grant select, insert, delete on agreement_draft to openmere_app;

-- The texts that came with the program are version 1, and each later one that an operator had declared by the setting
-- agreement.versions: readers had these texts under those names, too. From here on the versions are counted by these tables alone.
create temporary table first_text (kind text, locale text, content text) on commit drop;
insert into first_text (kind, locale, content) values
  ('user', 'en', $$Openmere is a service for holding, sending and receiving stablecoins and community tokens. The operator holds ledger balances for you; coins in your own wallet are yours alone to control.

You must be of legal age, use the service for yourself and give true information. People in mainland China and the United States may not register. Each person has one main account.

Keep your passwords, codes and recovery phrase secret. Whatever is done with them counts as done by you until you report their loss. Staff never ask for them.

A transfer cannot be reversed once it is sent. Withdrawals go only to your bound wallet, pass a risk check and may be held for a decision; you are shown the reason.

Fees, minimums and limits are shown before you confirm. They can change, but what you have confirmed keeps its terms.

The service may be paused for safety. You can always leave: read your records and withdraw to your bound wallet. Misuse such as fraud or money laundering leads to exclusion.$$),
  ('user', 'zh-Hans', $$Openmere 是用于保管、发送和接收稳定币与社区代币的服务。账本中的余额由运营方代你保管；自己钱包中的资产只由你掌握。

你须为成年人，仅为自己使用本服务，并提供真实信息。中国大陆和美国居民不得注册。每人只能有一个主账户。

请保管好密码、验证码和助记词。在你报失之前，用它们进行的操作视为你本人所为。工作人员绝不会索要。

转账发出后无法撤回。提现只会转到绑定的钱包，须通过风控检查，可能会保留待审核，并会向你说明原因。

手续费、最低金额和限额会在你确认前显示。它们可能调整，但你已确认的操作不受影响。

为安全起见，服务可能暂停。你始终可以查看记录，并提现到绑定的钱包。欺诈、洗钱等滥用行为会导致停用。$$),
  ('user', 'zh-Hant', $$Openmere 是用於保管、發送和接收穩定幣與社群代幣的服務。帳本中的餘額由營運方代你保管；自己錢包中的資產只由你掌握。

你須為成年人，僅為自己使用本服務，並提供真實資訊。中國大陸和美國居民不得註冊。每人只能有一個主帳戶。

請保管好密碼、驗證碼和助記詞。在你報失之前，用它們進行的操作視為你本人所為。工作人員絕不會索要。

轉帳發出後無法撤回。提領只會轉到綁定的錢包，須通過風控檢查，可能會保留待審核，並會向你說明原因。

手續費、最低金額和限額會在你確認前顯示。它們可能調整，但你已確認的操作不受影響。

為安全起見，服務可能暫停。你始終可以查看紀錄，並提領到綁定的錢包。詐欺、洗錢等濫用行為會導致停用。$$),
  ('user', 'ko', $$Openmere는 스테이블코인과 커뮤니티 토큰을 보관하고 주고받는 서비스입니다. 원장의 잔액은 운영자가 회원을 위해 보관하고, 내 지갑의 코인은 나만 관리합니다.

성인이어야 하고, 본인을 위해 사용하며, 사실대로 정보를 제공해야 합니다. 중국 본토와 미국 거주자는 가입할 수 없습니다. 한 사람은 주 계정을 하나만 가질 수 있습니다.

비밀번호, 코드, 복구 문구를 비밀로 지켜야 합니다. 분실을 알리기 전에 이루어진 일은 본인이 한 것으로 봅니다. 운영진은 절대 묻지 않습니다.

보낸 송금은 되돌릴 수 없습니다. 출금은 연결된 지갑으로만 가고 위험 점검을 거치며, 결정이 날 때까지 보류될 수 있습니다. 그 이유를 보여 드립니다.

수수료, 최소 금액, 한도는 확인하기 전에 표시됩니다. 바뀔 수 있지만 이미 확인한 것에는 적용되지 않습니다.

안전을 위해 서비스가 잠시 멈출 수 있습니다. 내역 조회와 연결된 지갑으로의 출금은 언제나 할 수 있습니다. 사기나 자금 세탁 같은 악용은 이용 제한으로 이어집니다.$$),
  ('user', 'ja', $$Openmereは、ステーブルコインとコミュニティトークンを保管・送受信するサービスです。台帳の残高は運営者がお預かりし、ご自身のウォレットのコインはご自身だけが管理します。

成年の方がご自身のために利用し、正しい情報を提供してください。中国本土および米国の方は登録できません。メインアカウントはお一人様1つです。

パスワード、コード、リカバリーフレーズは秘密にしてください。紛失の届け出までに行われた操作はご本人によるものとみなします。スタッフがお尋ねすることはありません。

送金は実行後に取り消せません。出金は連携済みウォレットのみで、リスク確認を経て、判断のため保留されることがあります。理由は表示されます。

手数料、最低額、上限は確定前に表示されます。変更されることがありますが、確定済みの内容には影響しません。

安全のためサービスを一時停止することがあります。その間も、記録の閲覧と連携済みウォレットへの出金はいつでもできます。詐欺や資金洗浄などの悪用は利用停止の対象です。$$),
  ('user', 'vi', $$Openmere là dịch vụ giữ, gửi và nhận stablecoin cùng token cộng đồng. Số dư trên sổ cái do đơn vị vận hành giữ hộ bạn; coin trong ví riêng chỉ do bạn kiểm soát.

Bạn phải đủ tuổi thành niên, dùng dịch vụ cho chính mình và cung cấp thông tin đúng. Người ở Trung Quốc đại lục và Hoa Kỳ không được đăng ký. Mỗi người một tài khoản chính.

Bạn giữ kín mật khẩu, mã và cụm từ khôi phục. Việc làm bằng chúng được coi là do bạn làm cho đến khi bạn báo mất. Nhân viên không bao giờ hỏi.

Lệnh chuyển đã gửi thì không thu hồi được. Tiền rút chỉ về ví đã liên kết, qua kiểm tra rủi ro và có thể bị giữ lại chờ quyết định; bạn được cho biết lý do.

Phí, mức tối thiểu và hạn mức hiển thị trước khi bạn xác nhận. Chúng có thể thay đổi, nhưng điều bạn đã xác nhận giữ nguyên điều khoản.

Dịch vụ có thể tạm dừng để bảo đảm an toàn. Bạn luôn có thể rời đi: xem lịch sử và rút về ví đã liên kết. Lạm dụng như gian lận hay rửa tiền sẽ bị loại khỏi dịch vụ.$$),
  ('user', 'ms', $$Openmere ialah perkhidmatan untuk menyimpan, menghantar dan menerima stablecoin serta token komuniti. Baki dalam lejar dipegang untuk anda oleh pengendali; yang ada dalam dompet sendiri di tangan anda sahaja.

Anda mesti cukup umur, menggunakan perkhidmatan untuk diri sendiri dan memberi maklumat benar. Orang di China tanah besar dan Amerika Syarikat tidak boleh mendaftar. Seorang mempunyai satu akaun utama.

Anda merahsiakan kata laluan, kod dan frasa pemulihan. Apa yang dibuat dengannya dikira perbuatan anda sehingga anda melaporkan kehilangan. Kakitangan tidak pernah memintanya.

Pindahan tidak boleh ditarik balik selepas dihantar. Pengeluaran hanya ke dompet terikat, melalui semakan risiko dan mungkin ditahan untuk keputusan; sebabnya ditunjukkan.

Yuran, minimum dan had tertera pada halaman berkenaan sebelum anda sahkan. Ia boleh berubah; apa yang telah disahkan kekal dengan syaratnya.

Perkhidmatan boleh dihentikan sementara demi keselamatan. Keluar tetap boleh: membaca rekod dan mengeluarkan ke dompet terikat. Penyalahgunaan seperti penipuan atau pengubahan wang haram membawa kepada penyingkiran.$$),
  ('user', 'th', $$Openmere เป็นบริการเก็บ ส่ง และรับสเตเบิลคอยน์กับโทเคนชุมชน ยอดในบัญชีแยกประเภทผู้ดำเนินการเก็บไว้แทนคุณ ส่วนในกระเป๋าของคุณเองอยู่ในมือคุณเท่านั้น

คุณต้องบรรลุนิติภาวะ ใช้บริการเพื่อตนเอง และให้ข้อมูลจริง ผู้ที่อยู่ในจีนแผ่นดินใหญ่และสหรัฐฯ ลงทะเบียนไม่ได้ หนึ่งคนมีบัญชีหลักได้หนึ่งบัญชี

คุณต้องเก็บรหัสผ่าน รหัส และวลีกู้คืนเป็นความลับ สิ่งที่ทำด้วยสิ่งเหล่านี้ถือว่าคุณทำจนกว่าคุณจะแจ้งหาย เจ้าหน้าที่ไม่เคยขอ

การโอนที่ส่งแล้วเรียกคืนไม่ได้ การถอนไปยังกระเป๋าที่ผูกไว้เท่านั้น ต้องผ่านการตรวจความเสี่ยงและอาจถูกพักไว้รอการตัดสินใจ โดยจะแสดงเหตุผลให้คุณทราบ

ค่าธรรมเนียม ขั้นต่ำ และวงเงินแสดงบนหน้าที่เกี่ยวข้องก่อนคุณยืนยัน อาจเปลี่ยนแปลงได้ แต่สิ่งที่ยืนยันแล้วคงเงื่อนไขเดิม

บริการอาจหยุดชั่วคราวเพื่อความปลอดภัย แต่ยังออกได้เสมอ คือดูประวัติและถอนไปยังกระเป๋าที่ผูกไว้ การใช้ในทางที่ผิด เช่น ฉ้อโกงหรือฟอกเงิน จะถูกระงับ$$),
  ('user', 'es', $$Openmere es un servicio para guardar, enviar y recibir stablecoins y tokens de la comunidad. El operador guarda para ti los saldos del libro; las monedas de tu propia cartera solo las controlas tú.

Debes ser mayor de edad, usar el servicio para ti y dar datos verdaderos. Quien está en China continental o Estados Unidos no puede registrarse. Cada persona tiene una cuenta principal.

Mantén en secreto tus contraseñas, códigos y frase de recuperación. Lo que se haga con ellos cuenta como hecho por ti hasta que avises de su pérdida. El personal nunca los pide.

Una transferencia enviada no se puede anular. Los retiros van solo a tu cartera vinculada, pasan un control de riesgo y pueden quedar retenidos hasta que alguien decida; se te muestra el motivo.

Las comisiones, los mínimos y los límites se muestran antes de confirmar. Pueden cambiar, pero lo que ya confirmaste conserva sus condiciones.

El servicio puede pausarse por seguridad. Siempre puedes irte: leer tus registros y retirar a tu cartera vinculada. El abuso, como el fraude o el blanqueo, lleva a la exclusión.$$),
  ('privacy', 'en', $$We keep what the service needs: your e-mail, invitation code, inviter, country, wallet address, the records of your money, and the devices, addresses and times of your logins.

Passwords are stored only as a one-way hash and are encrypted once more on their way to us. Pictures are re-encoded to remove hidden data.

When other members pay you or use your invitation code, they see your masked nickname and your picture. Anything on a public blockchain is visible to everybody and cannot be deleted.

We do not sell data and show no advertising. We share data only to send your mails, to reach the blockchain, or where the law requires it.

A login session ends 30 days after its last use. We keep records of money for as long as the law requires.

You can ask what we store about you, have mistakes corrected, and close your account once it is empty. This device keeps your settings and, if you make one, your encrypted in-app wallet.$$),
  ('privacy', 'zh-Hans', $$我们只保存服务所需的信息：你的邮箱、邀请码、邀请人、国家或地区、钱包地址、资金记录，以及登录的设备、地址和时间。

密码只以单向哈希的形式保存，传输时再加密一次。图片会重新编码，以去除隐藏信息。

其他会员向你付款或使用你的邀请码时，会看到隐去部分字符的昵称和头像。公链上的内容对所有人可见，且无法删除。

我们不出售数据，也不展示广告。仅在发送邮件、访问区块链或法律要求时才会向他人提供数据。

登录会话在最后一次使用 30 天后失效。资金记录按法律要求的期限保存。

你可以查询我们保存的关于你的信息、要求更正错误，并在账户清空后注销。本设备保存你的设置，以及（如已创建）加密的内置钱包。$$),
  ('privacy', 'zh-Hant', $$我們只保存服務所需的資訊：你的信箱、邀請碼、邀請人、國家或地區、錢包地址、資金紀錄，以及登入的裝置、位址和時間。

密碼只以單向雜湊的形式保存，傳輸時再加密一次。圖片會重新編碼，以去除隱藏資訊。

其他會員向你付款或使用你的邀請碼時，會看到隱去部分字元的暱稱和頭像。公鏈上的內容對所有人可見，且無法刪除。

我們不出售資料，也不展示廣告。僅在寄送郵件、存取區塊鏈或法律要求時才會向他人提供資料。

登入工作階段在最後一次使用 30 天後失效。資金紀錄按法律要求的期限保存。

你可以查詢我們保存了你的哪些資訊、要求更正錯誤，並在帳戶清空後註銷。本裝置保存你的設定，以及（如已建立）加密的內建錢包。$$),
  ('privacy', 'ko', $$서비스에 필요한 것만 보관합니다. 이메일, 초대 코드, 초대한 회원, 국가, 지갑 주소, 자금 내역, 로그인한 기기와 주소, 시각입니다.

비밀번호는 되돌릴 수 없는 해시로만 보관하고, 전송할 때 한 번 더 암호화합니다. 사진은 다시 인코딩하여 숨은 정보를 없앱니다.

다른 회원이 송금하거나 초대 코드를 쓸 때 가려진 닉네임과 사진이 보입니다. 공개 블록체인에 있는 것은 누구나 볼 수 있고 지울 수 없습니다.

데이터를 팔지 않고 광고도 없습니다. 메일 발송, 블록체인 접속, 법이 요구하는 경우에만 다른 곳에 전달합니다.

로그인 세션은 마지막 사용 30일 뒤에 끝납니다. 자금 내역은 법이 정한 기간 동안 보관합니다.

보관된 내용을 묻고, 잘못된 것을 고치고, 잔액이 없으면 계정을 닫을 수 있습니다. 이 기기에는 설정과, 만든 경우 암호화된 앱 내 지갑이 저장됩니다.$$),
  ('privacy', 'ja', $$サービスに必要な情報だけを保管します。メール、招待コード、招待者、国・地域、ウォレットアドレス、資金の記録、ログインした端末・アドレス・時刻です。

パスワードは復元できないハッシュとしてのみ保管し、送信時にさらに暗号化します。画像は再エンコードして隠れた情報を取り除きます。

他の会員が送金や招待コードの利用をする際、一部を伏せたニックネームと画像が表示されます。パブリックチェーン上の内容は誰でも閲覧でき、削除できません。

データを販売せず、広告も表示しません。第三者に渡すのは、メールの送信、ブロックチェーンへの接続、法令で求められる場合だけです。

ログインセッションは最後の利用から30日で終了します。資金の記録は法令が定める期間保管します。

保管内容の照会、誤りの訂正、残高がない場合のアカウント閉鎖を求めることができます。この端末には設定と、作成した場合は暗号化されたアプリ内ウォレットが保存されます。$$),
  ('privacy', 'vi', $$Chúng tôi lưu những gì dịch vụ cần: e-mail, mã mời, người mời, quốc gia, địa chỉ ví, lịch sử tiền, và thiết bị, địa chỉ, thời gian đăng nhập của bạn.

Mật khẩu chỉ được lưu dưới dạng mã băm một chiều và được mã hóa thêm một lớp khi gửi đi. Ảnh được mã hóa lại để bỏ dữ liệu ẩn.

Thành viên khác thấy biệt danh đã che và ảnh của bạn khi họ trả tiền cho bạn hoặc dùng mã mời của bạn. Những gì trên blockchain công khai ai cũng thấy và không thể xóa.

Chúng tôi không bán dữ liệu và không hiện quảng cáo. Dữ liệu chỉ chuyển cho bên khác để gửi e-mail, kết nối blockchain hoặc khi luật yêu cầu.

Phiên đăng nhập kết thúc 30 ngày sau lần dùng cuối. Hồ sơ về tiền được giữ theo thời hạn luật định.

Bạn có thể hỏi những gì được lưu về mình, yêu cầu sửa sai và đóng tài khoản khi đã trống. Thiết bị này giữ cài đặt và, nếu bạn tạo, ví trong ứng dụng đã mã hóa.$$),
  ('privacy', 'ms', $$Kami menyimpan apa yang diperlukan: e-mel, kod jemputan, penjemput, negara, alamat dompet, rekod wang, serta peranti, alamat dan masa log masuk anda.

Kata laluan disimpan hanya sebagai cap yang tidak boleh diterbalikkan dan dihantar dengan penyulitan tambahan. Gambar dilukis semula tanpa data tersembunyi.

Ahli lain melihat nama samaran yang dilindungi dan gambar anda apabila membayar anda atau menggunakan kod anda. Apa yang ada di rantaian blok awam dilihat semua dan tidak boleh dipadam.

Kami tidak menjual data dan tidak memaparkan iklan. Data diberi kepada pihak lain hanya untuk menghantar e-mel, mencapai rantaian blok, atau apabila undang-undang menuntut.

Sesi log masuk tamat 30 hari selepas kali terakhir digunakan. Rekod wang disimpan selama yang dikehendaki undang-undang.

Anda boleh bertanya apa yang disimpan, minta kesilapan dibetulkan dan tutup akaun apabila kosong. Peranti ini menyimpan tetapan anda dan, jika dibuat, dompet dalam apl yang disulitkan.$$),
  ('privacy', 'th', $$เราเก็บสิ่งที่บริการต้องใช้ ได้แก่ อีเมล รหัสเชิญ ผู้เชิญ ประเทศ ที่อยู่กระเป๋า ประวัติเงิน รวมถึงอุปกรณ์ ที่อยู่ และเวลาที่คุณเข้าสู่ระบบ

รหัสผ่านเก็บเป็นลายนิ้วมือที่ย้อนกลับไม่ได้ และเข้ารหัสอีกชั้นเมื่อส่ง รูปภาพถูกวาดใหม่โดยไม่มีข้อมูลแฝง

สมาชิกอื่นเห็นชื่อเล่นแบบปิดบางส่วนและรูปของคุณเมื่อโอนให้คุณหรือใช้รหัสเชิญของคุณ ข้อมูลบนบล็อกเชนสาธารณะทุกคนเห็นได้และลบไม่ได้

เราไม่ขายข้อมูลและไม่แสดงโฆษณา ข้อมูลส่งให้ผู้อื่นเฉพาะเพื่อส่งอีเมล เข้าถึงบล็อกเชน หรือเมื่อกฎหมายกำหนด

เซสชันสิ้นสุด 30 วันหลังใช้ครั้งสุดท้าย ประวัติเงินเก็บตามระยะเวลาที่กฎหมายกำหนด

คุณขอทราบข้อมูลที่เก็บ ขอแก้ไขข้อผิดพลาด และปิดบัญชีเมื่อยอดว่างได้ อุปกรณ์นี้เก็บการตั้งค่าและกระเป๋าในแอปที่เข้ารหัสหากคุณสร้างไว้$$),
  ('privacy', 'es', $$Guardamos lo que el servicio necesita: tu correo, código de invitación, invitador, país, dirección de cartera, los registros de tu dinero y los dispositivos, direcciones y horas de tus accesos.

Las contraseñas se guardan solo como huella irreversible y se cifran una vez más de camino a nosotros. Las imágenes se vuelven a codificar para quitar datos ocultos.

Cuando otros miembros te pagan o usan tu código de invitación, ven tu apodo enmascarado y tu imagen. Lo que está en una cadena pública lo ve todo el mundo y no se puede borrar.

No vendemos datos ni mostramos publicidad. Solo los compartimos para enviar tus correos, para llegar a la cadena o cuando la ley lo exige.

Una sesión termina 30 días después de su último uso. Conservamos los registros de dinero el tiempo que exige la ley.

Puedes preguntar qué guardamos sobre ti, pedir que corrijamos errores y cerrar tu cuenta cuando esté vacía. Este dispositivo guarda tus ajustes y, si la creas, tu cartera de la app cifrada.$$),
  ('risk', 'en', $$Tokens can lose all of their value. Stablecoins can lose their peg. Put in only what you can afford to lose.

Nothing here is guaranteed: no yield, no reward, no price. Rewards are paid only from fees actually collected, and can be zero.

Balances are not bank deposits and are not insured. The operator, a smart contract or a blockchain can fail.

On-chain transactions are final. Tokens sent to a wrong address or over a wrong network are lost.

If you lose a wallet’s recovery phrase, you lose access to it permanently. The wallet bound to an account cannot be changed.

Community node purchases cannot be refunded. Rules differ between countries; it is up to you to know yours, taxes included.$$),
  ('risk', 'zh-Hans', $$代币可能失去全部价值，稳定币可能脱锚。请只投入你能承受损失的金额。

收益、奖励和价格都没有任何保证。奖励只来自实际收取的手续费，也可能为零。

余额不是银行存款，也没有保险。运营方、智能合约或区块链都可能出现故障。

链上交易不可撤销。转错地址或走错网络的代币将会丢失。

丢失钱包助记词即永久失去访问权。账户绑定的钱包无法更换。

社区节点购买后不予退款。各国规则可能不同，了解当地规定（包括税务）由你自行负责。$$),
  ('risk', 'zh-Hant', $$代幣可能失去全部價值，穩定幣可能脫鉤。請只投入你能承受損失的金額。

收益、獎勵和價格都沒有任何保證。獎勵只來自實際收取的手續費，也可能為零。

餘額不是銀行存款，也沒有保險。營運方、智能合約或區塊鏈都可能出現故障。

鏈上交易不可撤銷。轉錯地址或走錯網路的代幣將會遺失。

遺失錢包助記詞即永久失去存取權。帳戶綁定的錢包無法更換。

社群節點購買後不予退款。各國規則可能不同，了解當地規定（包括稅務）由你自行負責。$$),
  ('risk', 'ko', $$토큰은 가치를 모두 잃을 수 있고, 스테이블코인은 고정 가치를 잃을 수 있습니다. 잃어도 되는 만큼만 넣으세요.

여기서는 아무것도 보장되지 않습니다. 수익도, 보상도, 가격도 마찬가지입니다. 보상은 실제로 걷힌 수수료에서만 나오며 없을 수도 있습니다.

잔액은 은행 예금이 아니며 보험이 없습니다. 운영자, 스마트 컨트랙트, 블록체인 모두 실패할 수 있습니다.

체인의 거래는 되돌릴 수 없습니다. 잘못된 주소나 네트워크로 보낸 토큰은 잃게 됩니다.

지갑의 복구 문구를 잃으면 영구적으로 접근할 수 없습니다. 계정에 연결된 지갑은 바꿀 수 없습니다.

커뮤니티 노드 구매는 환불되지 않습니다. 규정은 나라마다 다를 수 있으며, 세금을 포함해 본인 국가의 규정은 스스로 확인해야 합니다.$$),
  ('risk', 'ja', $$トークンは価値をすべて失うことがあり、ステーブルコインは連動が外れることがあります。失っても困らない金額だけにしてください。

利回り、報酬、価格を含め、何も保証されません。報酬は実際に受け取った手数料からのみ支払われ、ゼロになることもあります。

残高は銀行預金ではなく、保険もありません。運営者、スマートコントラクト、ブロックチェーンに障害が起こることがあります。

チェーン上の取引は取り消せません。誤ったアドレスやネットワークに送ったトークンは失われます。

リカバリーフレーズを失うと、永久にアクセスできなくなります。アカウントに連携したウォレットは変更できません。

コミュニティノードの購入は返金されません。規則は国により異なり、税を含めてご自身の国の規則はご自身でご確認ください。$$),
  ('risk', 'vi', $$Token có thể mất toàn bộ giá trị. Stablecoin có thể mất neo giá. Chỉ bỏ vào số tiền bạn chấp nhận mất.

Ở đây không có gì được bảo đảm: không lợi suất, không thưởng, không giá. Thưởng chỉ trả từ phí thật sự đã thu và có thể bằng không.

Số dư không phải tiền gửi ngân hàng và không được bảo hiểm. Nhà vận hành, hợp đồng thông minh hay blockchain đều có thể gặp sự cố.

Giao dịch trên chuỗi là cuối cùng. Token gửi sai địa chỉ hoặc sai mạng sẽ mất.

Nếu mất cụm từ khôi phục của ví, bạn mất quyền truy cập vĩnh viễn. Ví đã liên kết với tài khoản không thể đổi.

Mua nút cộng đồng không được hoàn tiền. Quy định mỗi nước có thể khác nhau; bạn tự tìm hiểu quy định nơi mình ở, kể cả thuế.$$),
  ('risk', 'ms', $$Token boleh hilang semua nilainya. Stablecoin boleh terlepas tambatannya. Masukkan hanya yang anda sanggup hilang.

Tiada apa-apa dijamin di sini: tiada hasil, ganjaran atau harga. Ganjaran dibayar hanya daripada yuran yang benar-benar dikutip dan boleh jadi sifar.

Baki bukan deposit bank dan tidak diinsuranskan. Pengendali, kontrak pintar atau rantaian blok boleh gagal.

Transaksi di rantaian adalah muktamad. Token yang dihantar ke alamat atau rangkaian yang salah akan hilang.

Sesiapa yang kehilangan frasa pemulihan dompet hilang akses selamanya. Dompet terikat akaun tidak boleh ditukar.

Pembelian nod komuniti tidak boleh dipulangkan. Peraturan berbeza mengikut negara; anda perlu tahu peraturan negara anda, termasuk cukai.$$),
  ('risk', 'th', $$โทเคนอาจสูญมูลค่าทั้งหมด สเตเบิลคอยน์อาจหลุดการตรึงค่า ใส่เงินเท่าที่คุณรับการสูญเสียได้

ที่นี่ไม่มีการรับประกันใด ๆ ทั้งผลตอบแทน รางวัล หรือราคา รางวัลจ่ายจากค่าธรรมเนียมที่เก็บได้จริงเท่านั้นและอาจเป็นศูนย์

ยอดเงินไม่ใช่เงินฝากธนาคารและไม่มีการประกัน ผู้ดำเนินการ สัญญาอัจฉริยะ หรือบล็อกเชนอาจล้มเหลวได้

ธุรกรรมบนเชนถือเป็นที่สุด โทเคนที่ส่งผิดที่อยู่หรือผิดเครือข่ายจะสูญหาย

ผู้ที่ทำวลีกู้คืนหายจะเข้าถึงกระเป๋าไม่ได้อีกตลอดไป กระเป๋าที่ผูกกับบัญชีเปลี่ยนไม่ได้

การซื้อโหนดชุมชนไม่คืนเงิน กฎอาจต่างกันในแต่ละประเทศ คุณต้องรู้กฎของประเทศตนรวมถึงภาษีเอง$$),
  ('risk', 'es', $$Los tokens pueden perder todo su valor. Las stablecoins pueden perder su paridad. Pon solo lo que puedas permitirte perder.

Aquí nada está garantizado: ni rendimiento, ni recompensa, ni precio. Las recompensas se pagan solo con comisiones realmente cobradas y pueden ser cero.

Los saldos no son depósitos bancarios ni están asegurados. El operador, un contrato inteligente o una cadena pueden fallar.

Las transacciones en cadena son definitivas. Los tokens enviados a una dirección equivocada o por una red equivocada se pierden.

Si pierdes la frase de recuperación de una cartera, pierdes el acceso a ella de forma permanente. La cartera vinculada a una cuenta no se puede cambiar.

Las compras de nodos de la comunidad no se reembolsan. Las normas varían según el país; te corresponde conocer las del tuyo, impuestos incluidos.$$);

insert into agreement_version (kind, version, published_at, maker, checker)
  select kind, n, least(now(), (select min(at) from agreement_acceptance)), 'installation', 'installation'
  from (values ('user'), ('privacy'), ('risk')) as kinds (kind)
  cross join lateral generate_series(1, greatest(1, coalesce((
    select (regexp_match(val, kind || '-([1-9]\d{0,3})(,|$)'))[1]::integer from config where idx = 'agreement.versions'), 1))) as n;
insert into agreement_text (kind, version, locale, content)
  select kind, version, locale, content from agreement_version join first_text using (kind);
