# The words of the page.

# Frame
page-title = callshot
page-language-en = English
page-language-fi = suomi
page-language-hu = magyar
nav-label = Pages
nav-scoreboard = Scoreboard
nav-table = Table
nav-referee = Referee
nav-player = Player
nav-setup = Set-up
nav-history = Look back
nav-overlay = Stream overlay
skip-to-content = Skip to content
language = Language
connection-lost = The connection is lost; it comes back by itself.
connection-waiting = Waiting for the program …
refused = Not taken: { $why }
send = Send
cancel = Cancel
default = default
value = Value
points = Points
balls = Balls

# Roles
login-title = Referee
login-help = The PIN stands where the program was started.
login-pin = PIN
login-button = Go on
join-title = Join with your phone
join-help = Scan your own code at the referee's tablet, or type it here. It works once.
join-code = Code
join-button = Join

# Games
game-none = Strokes only
game-congestion = Congestion Pool
game-8ball-fi = 8-ball, Finnish rules
game-8ball-hu = 8-ball, Hungarian rules
game-9ball-fi = 9-ball, Finnish rules
game-9ball-hu = 9-ball, Hungarian rules
game-141-fi = 14.1, Finnish rules
game-141-hu = 14.1, Hungarian rules
game-lag-fi = Lag, Finnish rules
game-lag-hu = Lag, Hungarian rules

# Scoreboard and ruling
no-session = No game is on. The referee begins one under Set-up.
at-the-table = at the table
unit-points = points
unit-racks = racks
ruling-title = Ruling
ruling-none = Nothing has been ruled yet.
clauses = Clauses:
clause-unknown = The text of this clause is not at hand.
waiting-for-answer = Waiting for an answer
waiting-for = Waiting for an answer – { $what }
waiting-for-players = Waiting for a player's answer
fouls-in-row = fouls in a row: { $n }
whammies = whammies: { $n } of 4
innings-fouls = fouling innings in a row: { $n }
owes = owes { $whom }
is-out = out { $why }
stroke-of-inning = stroke { $n }
ball-on = Ball on:
on-the-table = { $n } balls on the table

# Table
table-label = The table from above
unsure = not sure
uncertain = Not settled:
put-back = Put them back
to-spot = To be spotted
off-by = { $mm } mm off
missing = not seen
is-right = right
not-placed = not on the table yet
stroke-number = Stroke { $n }
about-stroke = About stroke { $n }
no-stroke = No stroke has been played yet.
step-contact = { $a } – { $b }
step-off-table = { $ball } off the table
step-jump = { $ball } jumps
step-return = { $ball } comes back
step-touch = { $ball } touched
no-film = The film is not there any more.
clip = Film of the stroke
clip-of-stroke = Film of stroke { $n }
clip-of = Film: { $what }
clip-asked = Film of what is asked

# Referee's tablet
tab-now = Now
tab-fouls = Fouls
tab-correct = Correct
tab-undo = Undo
tab-players = People
tab-state = Enter a game
call-ball = Called ball: touch it
call-pocket = Pocket for { $ball }: touch it
called = Called: { $ball }, { $pocket }
announce = Announce
warned-two-fouls = Warned: two fouls
warned-placement = Warned: not behind the head string
save-clip = Keep the film of this
unseen-title = Fouls that no camera sees
unseen-help = One touch: it belongs to stroke { $n }.
unsporting-title = Unsporting conduct of
fact-double_hit = double hit
fact-push_contact = push stroke
fact-miscue = miscue or scoop
fact-feet = no foot on the floor
fact-touched_by_hand = touched by hand
fact-touched_by_clothing = touched by clothing
fact-touched_by_equipment = touched by cue or bridge
fact-third_ball_disturbed = third ball touched
fact-struck_with = not struck with the tip
fact-balls_in_motion_at_strike = balls still moving
fact-placement_by_tip_forward_motion = cue ball pushed forward while placing
fact-marks_drawn = table marked
fact-measuring_aid_used = gap measured with an aid
correct-foul = That was not a foul
not-a-foul = Not a foul: { $foul }
no-foul-to-correct = The last stroke has no foul.
correct-first = Another ball was hit first
correct-first-help = Touch the ball that was hit first.
correct-ball = This ball is another one
correct-ball-help = Touch the ball that is named wrongly, then what it is.
this-ball-is = { $ball } is really:
undo-title = Take strokes back
undo-help = Each line shows the game as it would stand. The records keep both.
undo-start = Before the first stroke
undo-after = After stroke { $n }
undo-preview = The balls after stroke { $n }
codes-title = Codes for phones
codes-help = Each player scans his own. A code works once, on one phone.
qr-for = QR code for { $player }
has-joined = { $player } has joined
new-code = New code
viewing-title = Who may look
viewing-open = Everybody on this network
leave-title = Giving up, leaving
concedes = { $player } concedes
leaves = { $player } leaves
entry-title = Enter a game that is under way
entry-help = The balls are taken as the camera sees them now.
entry-shooter = At the table
entry-phase = Phase
phase-play = in play
phase-break = before the break
entry-group = Group of { $player }
group-open = open
entry-score = Score
entry-fouls = Fouls in a row
entry-stash = Balls held (5, 11, 20)
entry-whammies = Whammies
entry-balls = Balls seen on the table: { $n }
entry-button = Go on from here

# Player's phone
your-turn = It is your turn.
pea-title = Your secret number
pea-enter = Enter or draw a number
pea-draw = Let the system draw
pea-show = Show
pea-hide = Hide
pea-total = { $pea }, total { $total }
declare-win = I have the final score
declare-bust = I have gone over
declare-sure = Really: { $what }? Touch again.

place-seen = The camera sees where they are put
place-touch = Choose a ball, then touch its place on the table.

# Set-up
setup-game = Game
setup-players = Players, in order of turn
add-player = Add a player
move-up = Move { $player } up
remove = Remove { $player }
setup-balls = Ball set
setup-options = House options ({ $n })
setup-languages = Announcements in
setup-begin = Begin the game
setup-end = End the game
setup-is-played = { $players } are playing: their game would end here.
setup-begin-sure = End it and begin the new one
setup-end-sure = Yes, end the game
setup-sent = Sent to the program.
setup-sound = Sound
setup-volume = Volume
setup-mute = Be silent
setup-unmute = Speak
setup-table = Table and camera
setup-table-help = The program finds the table by itself. Where it is wrong, drag the corners to the cushion noses.
table-error = Error of the fitted table: { $mm } mm
look = Show the camera's picture
look-again = New picture
no-picture = There is no picture now.
find-table = Find the table
corners = Corners of the playing surface
corner-head-left = head left
corner-head-right = head right
corner-foot-right = foot right
corner-foot-left = foot left
setup-head = The head end is in the picture at the
side-left = left
side-right = right
side-top = top
side-bottom = bottom
setup-size = Size of the table
use-corners = Use these corners
setup-colours = Colours of the balls
setup-colours-help = Lay the balls of the set apart on the table. The program looks at them for twelve seconds and shows which colour it took for which ball.
learn-colours = Learn the colours
confirm-colours = The { $n } marked are right: keep them
forget-colours = Forget the colours
colours-check = Drawn ball, picture and colour have to be the same ball. Touch a row that is wrong.
colours-missing = Not seen well enough:
colours-looking = Looking at the balls: { $percent } %
learning = Working it out …
colours-kept = { $n } colours are kept and used from now on.
colours-forgotten = The colours are forgotten.
setup-lens = Lens
setup-lens-help = Only where lines on the table look bent. Print the board, glue it on something flat, start, and hold it under the camera for forty seconds at many angles and places, the picture’s corners too. Then find the table again.
lens-board = The board to print (PDF)
learn-lens = Look at the board
lens-looking = Looking at the board: { $percent } %
lens-kept = The lens is kept: { $n } views, { $error } px off. Now find the table again.

notices = What the program says
health = Health
health-fps = { $fps } pictures a second, { $dropped } dropped since the start
health-temperature = Processor { $c } °C
health-disk = { $gb } GB free

# Looking back
filter-game = Game
game-now = the game that is on
games-all = all { $n } kept games and the one that is on
games-loading = Reading { $n } more …
games-none = no game
won-by = { $winner } won
games-won = Games won
filter-player = Player
filter-what = Strokes
filter-all = all
filter-fouls = with a foul
filter-questions = with a question
filter-made = with a ball made
export-csv = Save as CSV
export-jsonl = Save the records
strokes-n = Strokes: { $n }
nothing-yet = Nothing yet
share = Share the picture
stats = Statistics
stats-line = Strokes { $strokes }, with a ball made { $made }, with a foul { $fouls }
stats-speed = Fastest struck ball { $fastest } m/s, mean of the fastest { $mean } m/s
stats-breaks = Breaks { $n }, lawful { $legal }, balls made { $balls }, scratches { $scratches }
plot-speed = Fastest of the struck ball (m/s), strokes
plot-distance = First ball made, by distance to it (mm)
plot-cut = First ball made, by cut angle (degrees)
plot-fouls = Fouls by kind
heat-cue = Where the cue ball came to rest
heat-object = Where object balls came to rest

undo-button = Go back here (takes back { $n ->
    [one] 1 stroke
   *[other] { $n } strokes
    })
or-rename = Not the { $ball }? What it really is can be touched below the table.
redo-title = Play again what was taken back
redo-help = Each line shows the game as it would stand. Once something else is played or said, this is gone.
redo-button = Go forward here (plays { $n ->
    [one] 1 stroke
   *[other] { $n } strokes
    } again)
set-pool15 = Pool, balls 1–15
set-pool9 = Pool, balls 1–9
set-baseball21 = Baseball pool, balls 1–21
set-congestion = Congestion, all 57 balls
set-snooker22 = Snooker, 22 balls
set-english = Reds, yellows and a black
set-carom3 = Carom, 3 balls
set-any = Whichever lies on the table
table-7ft = 7 ft (1981 × 991 mm)
table-8ft = 8 ft (2235 × 1118 mm)
table-8ft-pro = 8 ft, oversized (2337 × 1169 mm)
table-9ft = 9 ft (2540 × 1270 mm)
table-10ft = 10 ft (2845 × 1423 mm)
table-12ft = 12 ft (3569 × 1778 mm)
aim-final-score = final score { $n }
aim-points = to { $n } points
aim-racks = first to { $n } racks
aim-sets = best of { $n } sets
play-again = The same again
another-game = Another game
over-undo = Was that wrong? Undo and Correct still work.
may-choose = May choose:
undo-said = Take back what was said since stroke { $n }
table-looking = Looking for the table …
plot-breaks = What came of the breaks
break-scratch = cue ball lost
break-made = { $n ->
    [one] 1 ball made
   *[other] { $n } balls made
    }
